import type { texts as Zh } from '../zh/redemption.ts'

/** Redemption codes: list and forms. */
export const texts: typeof Zh = {
  redemption: {
    lead: 'Users enter a code to top up their balance. Each code works once.',
    create: 'Create codes',
    search: 'ID, name or a whole code',
    emptyTitle: 'No redemption codes yet',
    empty: 'Create codes and hand them to your users.',
    name: 'Name',
    quota: 'Quota',
    count: 'Count',
    countHelp: 'Several codes are downloaded as a text file, one per line.',
    expires: 'Expires',
    expiresHelp: 'Leave empty for a code that never expires.',
    never: 'Never',
    created: 'Created',
    createdBy: 'Created by',
    redeemed: 'Redeemed',
    notRedeemed: 'Not yet redeemed',
    usedBy: 'Used by',
    batch: 'Batch',
    batchSize: 'One of {{count}} codes',
    copy: 'Copy code',
    code: 'Redemption code',
    downloadBatch: 'Download batch',
    downloaded: 'Downloaded {{count}} codes',
    createdTitle: 'Code "{{name}}" created',
    createdHelp: 'Anyone who has it can redeem it. You can copy it again from the list.',
    close: 'Done',
    editTitle: 'Edit code "{{name}}"',
    save: 'Save code',
    delete: 'Delete code',
    deleteTitle: 'Delete code "{{name}}"?',
    deleteConsequence:
      'It stops working immediately. This cannot be undone. Quota that was already redeemed stays.',
    one: 'code "{{name}}"',
    many: '{{count}} codes',
    enabledWhat: 'Enabled {{what}}',
    disabledWhat: 'Disabled {{what}}',
    nothingChanged: 'No codes needed changing',
    skipped: '{{count}} redeemed or expired, not changed',
    deleteMany: 'Delete {{count}} codes',
    deleteManyTitle: 'Delete {{count}} codes?',
    deleteManyConsequence:
      'They stop working immediately. This cannot be undone. Quota that was already redeemed stays.',
    deletedMany: 'Deleted {{count}} codes',
  },
}

/** With a number, for the number one: Chinese knows no difference. By the key of the others. */
export const one = {
  'redemption.downloaded': 'Downloaded {{count}} code',
  'redemption.many': '{{count}} code',
  'redemption.deleteMany': 'Delete {{count}} code',
  'redemption.deleteManyTitle': 'Delete {{count}} code?',
  'redemption.deletedMany': 'Deleted {{count}} code',
}
