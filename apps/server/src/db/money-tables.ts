import type { Generated } from 'kysely'

/** In the language of `schema.ts`. */
export const moneySchema = `-- Money: whole amounts. The checks are the law once more, where no code can forget it.

create table ledger_accounts (
  id identity, code text, ledger text, balance integer, held integer, window_limit integer?,
  resets_at integer?, updated_at integer, owed integer,
  constraint held_of_balance check (held >= 0 and held <= balance)
);
create unique index ledger_accounts_by_code on ledger_accounts (code);
create table ledger_holds (
  id name, state text, amount integer, accounts text, incarnation text, created_at integer,
  resolved_at integer?, reason text?, task text
) keyed;
-- Pending holds are few and the rest is history, as with open debts.
create index ledger_holds_pending on ledger_holds (incarnation, created_at)
  where state = 'pending';
create table ledger_debts (
  hold name, wallet text, left integer, collected integer, at integer,
  constraint left_of_debt check ("left" >= 0)
);
create index ledger_debts_open on ledger_debts (wallet, at) where "left" > 0;
create table ledger_operations (
  id identity, cause text, kind text, actor text, remark text, book_revision integer,
  late integer, at integer
);
create unique index ledger_operations_by_cause_kind on ledger_operations (cause, kind);
-- A refund asks which limits were set since its charge: a few operations among all.
create index ledger_operations_that_allow on ledger_operations (id) where kind = 'allow';
create table ledger_transfers (
  id identity, operation_id integer, ledger text, debit text, credit text, amount integer,
  constraint amount_positive check (amount > 0),
  constraint transfer_of_operation foreign key (operation_id) references ledger_operations (id)
);
-- Every charge is credited to one of two accounts whose history nobody pages through.
create index ledger_transfers_by_credit_id on ledger_transfers (credit, id)
  where credit not in ('revenue', 'allowed');
create index ledger_transfers_by_debit_id on ledger_transfers (debit, id);
create index ledger_transfers_by_operation_id on ledger_transfers (operation_id);
create table ledger_incarnations (
  id name, started_at integer, heartbeat_at integer, ended_at integer?, refused integer
);
-- Each credits a balance once. Found by the hash; administrators read what is sealed.
create table redemptions (
  id identity, name text, status integer, quota integer, key_hash text, key_sealed text,
  batch text, batch_size integer, created_by integer, administrator_id integer,
  created_at integer, expires_at integer?,
  redeemed_at integer?, redeemed_by integer?, deleted_at integer?, version integer
);
create unique index redemptions_by_key_hash on redemptions (key_hash);
create index redemptions_by_batch on redemptions (batch);
create table payment_gateways (
  id identity, uuid text, name text, type text, icon text, currency text, fixed_fee integer,
  percent_fee integer, sort integer, enabled integer, notify_domain text, config text,
  secrets_sealed text, administrator_id integer, created_at integer, last_notice_at integer?,
  deleted_at integer?, version integer
);
create unique index payment_gateways_by_uuid on payment_gateways (uuid);
create table orders (
  id identity, trade_no text, user_id integer, gateway_id integer, gateway_no text, status text,
  refund text, refund_reason text, refund_asks integer, refund_asked_at integer,
  refund_busy integer, refund_open_at integer, amount integer, fee integer, currency text,
  discount integer, order_amount integer, quota integer, start text, created_at integer, closes_at integer, ended_at integer?,
  asked_at integer, asks integer, unread_at integer, deleted_at integer?, version integer,
  constraint gateway_of_order foreign key (gateway_id) references payment_gateways (id)
);
create unique index orders_by_trade_no on orders (trade_no);
create index orders_by_user_id on orders (user_id, id);
create index orders_pending on orders (asked_at) where status = 'pending';
create index orders_unread on orders (asked_at) where unread_at > 0;
create index orders_refunding on orders (refund_asked_at) where refund = 'asked';
create table order_events (
  id identity, order_id integer, at integer, kind text, verdict text, said text, actor integer?,
  constraint order_of_event foreign key (order_id) references orders (id)
);
create index order_events_by_order_id on order_events (order_id, id);
`

/** Ways in for money. */
export type MoneyTables = {
  redemptions: {
    id: Generated<bigint>
    name: string
    /** 1 enabled, 2 disabled. Redeemed and expired are derived, not stored. */
    status: bigint
    quota: bigint
    key_hash: string
    /** Sealed at the place that its hash names; empty once deleted. */
    key_sealed: string
    /** Codes that were created together have the same. */
    batch: string
    batch_size: bigint
    created_by: bigint
    /** The last administrator, other than a super administrator, who made, changed or read it. 0: none. */
    administrator_id: Generated<bigint>
    created_at: bigint
    expires_at: bigint | null
    redeemed_at: bigint | null
    redeemed_by: bigint | null
    deleted_at: bigint | null
    /** Grows with every write: undo puts back only what nobody has changed since. */
    version: Generated<bigint>
  } /** Fees are in ten-thousandths: of a dollar, and of a whole. */
  payment_gateways: {
    id: Generated<bigint>
    uuid: string
    name: string
    type: string
    icon: string
    currency: string
    fixed_fee: bigint
    percent_fee: bigint
    sort: bigint
    enabled: bigint
    notify_domain: string
    /** JSON: the parameters that are no secret. */
    config: string
    /** JSON, sealed at the place that the uuid names; empty once deleted. */
    secrets_sealed: string
    /** The last administrator, other than a super administrator, who made it or changed what payments depend on. 0: none. */
    administrator_id: Generated<bigint>
    created_at: bigint
    /** The last notice that its signature proved. */
    last_notice_at: bigint | null
    deleted_at: bigint | null
    version: Generated<bigint>
  }
  orders: {
    id: Generated<bigint>
    trade_no: string
    user_id: bigint
    gateway_id: bigint
    /** The gateway's number; empty until it is known. */
    gateway_no: string
    /** pending | success | failed | closed */
    status: string
    /** none | asked | done */
    refund: string
    /** Of the first request: a gateway may refuse the same refund number with other words. */
    refund_reason: Generated<string>
    /** How many refund requests were sent. The count is also the number of the latest one. */
    refund_asks: Generated<bigint>
    refund_asked_at: Generated<bigint>
    /** 1 while the latest request waits for its answer. */
    refund_busy: Generated<bigint>
    /** When the latest request without a final answer was sent. 0: every request has its answer. */
    refund_open_at: Generated<bigint>
    /** Whole dollars. */
    amount: bigint
    /** Ten-thousandths of a dollar. */
    fee: bigint
    currency: string
    /** In the smallest unit of the currency, as the next. */
    discount: bigint
    order_amount: bigint
    quota: bigint
    /** JSON: how to go on paying. Empty: the gateway was not reached. */
    start: string
    created_at: bigint
    closes_at: bigint
    ended_at: bigint | null
    /** When the gateway was asked last, and how often by us. */
    asked_at: bigint
    asks: bigint
    /** When the gateway last told that it is paid in a way that we cannot read. 0: never, or settled since. */
    unread_at: Generated<bigint>
    deleted_at: bigint | null
    version: Generated<bigint>
  }
  /** What happened to an order, notices among it. */
  order_events: {
    id: Generated<bigint>
    order_id: bigint
    at: bigint
    kind: string
    verdict: string
    said: string
    actor: bigint | null
  }
}
