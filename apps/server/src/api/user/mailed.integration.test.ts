import type { CallError } from '@posthouse/contract/client'
import { type Mailbox, openMailbox } from '@posthouse/testkit/mailbox'
import { type Browser, openProduct, type Product } from '@posthouse/testkit/product'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let product: Product
let mailbox: Mailbox
beforeAll(async () => {
  product = await openProduct()
  mailbox = await openMailbox()
  await set({
    ServerAddress: product.address,
    SMTPServer: '127.0.0.1',
    SMTPPort: String(mailbox.port),
    SMTPFrom: 'station@posthouse.example',
    EmailVerificationEnabled: 'true',
  })
})
beforeEach(() => {
  mailbox.mode = 'accept'
})
afterAll(async () => {
  await product.close()
  await mailbox[Symbol.asyncDispose]()
})

async function set(values: Readonly<Record<string, string>>): Promise<void> {
  const { client } = await product.root()
  for (const [key, value] of Object.entries(values))
    await client.setOption({ body: { key, value } })
}

const refusalOf = (call: Promise<unknown>): Promise<CallError> =>
  call.then(
    () => Promise.reject(new Error('it was not refused')),
    (error: CallError) => error,
  )

const password = 'a password of a stranger'
const signUp = async (username: string, email: string, verification_code: string) => {
  const browser = product.browser()
  await browser.client.register({ body: { username, password, email, verification_code } })
  return browser
}

const sendCode = (email: string) => product.browser().client.sendCode({ query: { email } })

/** As the mail says it. */
async function codeFor(email: string): Promise<string> {
  const known = mailbox.mails.length
  await sendCode(email)
  const { text } = await mailbox.newest(email.toLowerCase(), known)
  return /is: (\w{6})$/m.exec(text)?.[1] ?? ''
}

const age = (id: string, minutes: number) =>
  product.server.stores.db
    .updateTable('mailed_codes')
    .set((is) => ({
      created_at: is('created_at', '-', BigInt(minutes * 60_000)),
      expires_at: is('expires_at', '-', BigInt(minutes * 60_000)),
    }))
    .where('id', '=', id)
    .execute()

const invalid = {
  code: 'user.code-invalid',
  fields: { verification_code: 'This code is wrong, used or expired. Get a new one' },
}

describe('a new address of an account', () => {
  const refused = (browser: Browser, email: string, verification_code: string) =>
    refusalOf(browser.client.bindEmail({ body: { email, verification_code } }))

  test('is set with the code that was mailed to it, and once', async () => {
    const user = await product.user({ name: 'moving' })
    const other = await product.user({ name: 'not-moving' })
    const code = await codeFor('moved@example.com')
    expect(await refused(user, 'elsewhere@example.com', code)).toMatchObject(invalid)
    expect(await refused(user, 'moved@example.com', 'AAAAAA')).toMatchObject(invalid)
    const body = { email: 'Moved@example.com', verification_code: code }
    expect(await user.client.bindEmail({ body })).toMatchObject({ email: 'moved@example.com' })
    expect(await user.client.getSelf({})).toMatchObject({ email: 'moved@example.com' })
    expect(await refused(other, 'moved@example.com', code)).toMatchObject(invalid)
    expect(await other.client.getSelf({})).toMatchObject({ email: '' })
  })

  test('that became somebody else’s meanwhile is refused', async () => {
    const first = await product.user({ name: 'faster' })
    const second = await product.user({ name: 'slower' })
    const code = await codeFor('wanted@example.com')
    const { accounts } = product.server.stores
    await accounts.update(first.id, { email: 'wanted@example.com' })
    expect(await refused(second, 'wanted@example.com', code)).toMatchObject({
      code: 'user.email-taken',
    })
  })

  test('asks for the password when it was given long ago', async () => {
    const user = await product.user({ name: 'old-sign-in' })
    await product.server.stores.db
      .updateTable('sessions')
      .set({ authenticated_at: 0n })
      .where('user_id', '=', user.id)
      .execute()
    const code = await codeFor('late@example.com')
    expect(await refused(user, 'late@example.com', code)).toMatchObject({
      code: 'auth.recent-sign-in',
    })
    await user.client.confirmPassword({ body: { password: 'password of the tests' } })
    const body = { email: 'late@example.com', verification_code: code }
    expect(await user.client.bindEmail({ body })).toMatchObject({ email: 'late@example.com' })
  })
})

describe('a code of the mail', () => {
  test('opens one account for its address, whichever way that is written', async () => {
    const code = await codeFor('New.One@Example.com')
    expect(code).toMatch(/^[A-Z2-9]{6}$/)
    const { client } = await signUp('new-one', 'new.one@example.com', code.toLowerCase())
    expect(await client.getSelf({})).toMatchObject({ email: 'new.one@example.com' })
    const byMail = { username: 'NEW.ONE@example.com', password }
    expect(await product.browser().client.login({ body: byMail })).toMatchObject({
      username: 'new-one',
    })
    expect(await refusalOf(signUp('again', 'third@example.com', code))).toMatchObject(invalid)
  })

  test('is refused where it is wrong, used, old or of another address', async () => {
    const code = await codeFor('careful@example.com')
    expect(await refusalOf(signUp('careful', 'careful@example.com', 'AAAAAA'))).toMatchObject(
      invalid,
    )
    expect(await refusalOf(signUp('careful', 'other@example.com', code))).toMatchObject(invalid)
    await age('verify:careful@example.com', 11)
    expect(await refusalOf(signUp('careful', 'careful@example.com', code))).toMatchObject(invalid)
    const next = await codeFor('careful@example.com')
    expect(await refusalOf(signUp('careful', 'careful@example.com', code))).toMatchObject(invalid)
    const both = [1, 2].map((one) => signUp(`careful${one}`, 'careful@example.com', next))
    const ends = (await Promise.allSettled(both)).map(({ status }) => status)
    expect(ends.toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('ends after ten wrong tries', async () => {
    const code = await codeFor('guessed@example.com')
    for (let guess = 0; guess < 10; guess++) {
      await refusalOf(signUp('guessed', 'guessed@example.com', 'AAAAAA'))
    }
    expect(await refusalOf(signUp('guessed', 'guessed@example.com', code))).toMatchObject(invalid)
  })

  test('is not sent twice within half a minute', async () => {
    await sendCode('twice@example.com')
    const refused = await refusalOf(sendCode('twice@example.com'))
    expect(refused).toMatchObject({ code: 'mail.wait', status: 429 })
  })

  test('is nowhere in the database as it was mailed', async () => {
    const code = await codeFor('hidden@example.com')
    const { db } = product.server.stores
    const stored: object[] = [
      ...(await db.selectFrom('mailed_codes').selectAll().execute()),
      ...(await db.selectFrom('outbox').selectAll().execute()),
    ]
    const texts = stored.flatMap((row) => Object.values(row)).map(String)
    expect(texts.filter((text) => text.includes(code))).toEqual([])
  })
})

describe('an address', () => {
  test('that another account has is told apart to its owner alone', async () => {
    const known = mailbox.mails.length
    expect(await sendCode('NEW.ONE@example.com')).toEqual(await sendCode('unknown@example.com'))
    const { text } = await mailbox.newest('new.one@example.com', known)
    expect(text).toContain('already has an account')
    expect(text).not.toMatch(/is: \w{6}$/m)
    for (const email of ['NEW.ONE@example.com', 'unknown@example.com']) {
      expect(await refusalOf(sendCode(email))).toMatchObject({ code: 'mail.wait' })
      expect(await refusalOf(signUp('prober', email, 'AAAAAA'))).toMatchObject(invalid)
    }
    // A signed-in user does not learn it either.
    const user = await product.user({ name: 'prober' })
    await age('verify:new.one@example.com', 1)
    expect(await user.client.sendCode({ query: { email: 'new.one@example.com' } })).toBeNull()
  })

  test('must be of a domain that the administrator lets in', async () => {
    await set({
      EmailDomainRestrictionEnabled: 'true',
      EmailDomainWhitelist: 'good.example, x.org',
    })
    for (const email of ['a@example.com', 'a@sub.good.example', 'a@evil-good.example']) {
      expect(await refusalOf(sendCode(email))).toMatchObject({
        code: 'user.email-domain',
        fields: { email: 'Only addresses of these domains can register: good.example, x.org' },
      })
    }
    await sendCode('a@GOOD.example')
    await set({ EmailDomainRestrictionEnabled: 'false' })
  })

  test('and a code are asked for at their fields', async () => {
    const { client } = product.browser()
    const body = { username: 'no-mail', password }
    expect((await refusalOf(client.register({ body }))).fields).toEqual({
      email: 'Email is required',
    })
    expect(
      (await refusalOf(client.register({ body: { ...body, email: 'b@example.com' } }))).fields,
    ).toEqual({ verification_code: 'Verification code is required' })
    const wrong = client.register({ body: { ...body, email: 'no address' } })
    expect((await refusalOf(wrong)).fields).toEqual({ email: 'Must be a valid email address' })
  })
})

describe('a forgotten password', () => {
  const sendLink = (email: string) => product.browser().client.sendResetLink({ query: { email } })
  const reset = (email: string, token: string, chosen = 'a new long password') =>
    product.browser().client.resetPassword({ body: { email, token, password: chosen } })
  const tokenFor = async (email: string): Promise<string> => {
    const known = mailbox.mails.length
    await sendLink(email)
    const { text } = await mailbox.newest(email, known)
    const link = /^http\S+$/m.exec(text)?.[0] ?? ''
    expect(link.startsWith(`${product.address}/user/reset?email=`)).toBe(true)
    return new URL(link).searchParams.get('token') ?? ''
  }

  test('is replaced once by the link, and every session ends', async () => {
    const email = 'forgot@example.com'
    const before = await signUp('forgot', email, await codeFor(email))
    const token = await tokenFor(email)
    expect(await refusalOf(reset(email, 'x'))).toMatchObject({ code: 'user.reset-link-invalid' })
    expect(await refusalOf(reset('new.one@example.com', token))).toMatchObject({
      code: 'user.reset-link-invalid',
    })
    await reset(email, token)
    expect(await refusalOf(before.client.getSelf({}))).toMatchObject({ status: 401 })
    const { client } = product.browser()
    const old = client.login({ body: { username: 'forgot', password } })
    expect(await refusalOf(old)).toMatchObject({ code: 'auth.wrong-credentials' })
    await client.login({ body: { username: 'forgot', password: 'a new long password' } })
    expect(await refusalOf(reset(email, token))).toMatchObject({ code: 'user.reset-link-invalid' })
  })

  test('takes the access tokens along, but for those that are ticked', async () => {
    const email = 'tokens@example.com'
    const { client } = await signUp('tokens', email, await codeFor(email))
    const other = await product.user({ name: 'other-tokens' })
    const create = (by: Browser, name: string) => by.client.createAccessToken({ body: { name } })
    const foreign = await create(other, 'of another')
    const kept = await client.createAccessToken({ body: { name: 'kept' } })
    const gone = await client.createAccessToken({ body: { name: 'gone' } })
    const body = { email, token: await tokenFor(email) }
    const list = (link: typeof body) => product.browser().client.listTokensOfReset({ body: link })
    expect((await list(body)).map(({ name }) => name)).toEqual(['gone', 'kept'])
    expect(await refusalOf(list({ ...body, token: 'x' }))).toMatchObject({
      code: 'user.reset-link-invalid',
    })
    const ids = [kept.id, foreign.id]
    const change = { ...body, password: 'a new long password', keep_access_tokens: ids }
    await product.browser().client.resetPassword({ body: change })
    const owners = await Promise.all(
      [kept, gone, foreign].map(({ token }) => product.server.stores.accessTokens.findOwner(token)),
    )
    expect(owners.map((found) => found?.account.username)).toEqual([
      'tokens',
      undefined,
      'other-tokens',
    ])
  })

  test('is answered alike for an address that nobody has, to which nothing is sent', async () => {
    expect(await sendLink('nobody@example.com')).toBeNull()
    const { db } = product.server.stores
    await expect
      .poll(
        async () =>
          (await db.selectFrom('outbox').where('delivered_at', 'is', null).selectAll().execute())
            .length,
        { timeout: 15_000 },
      )
      .toBe(0)
    expect(mailbox.mails.filter(({ to }) => to === 'nobody@example.com')).toEqual([])
    expect(await refusalOf(sendLink('nobody@example.com'))).toMatchObject({ code: 'mail.wait' })
  })

  test('has a link for thirty minutes', async () => {
    const email = 'new.one@example.com'
    const token = await tokenFor(email)
    await age(`reset:${email}`, 31)
    expect(await refusalOf(reset(email, token))).toMatchObject({ code: 'user.reset-link-invalid' })
  })
})

describe('a test mail', () => {
  const sendTest = async () =>
    (await product.root()).client.sendTestMail({ body: { to: 'operator@example.com' } })

  test('answers in the words of the server', async () => {
    expect((await sendTest()).answer).toBe('250 taken by the mailbox of the tests')
    expect((await mailbox.newest('operator@example.com')).text).toContain('work')
  })

  test('that is refused says why', async () => {
    mailbox.mode = 'refuse'
    const { code, message } = await refusalOf(sendTest())
    expect(code).toBe('mail.refused')
    expect(message).toContain('550 mailbox is not here')
  })

  test('of a server that never answers is given up', async () => {
    mailbox.mode = 'slow'
    expect(await refusalOf(sendTest())).toMatchObject({ code: 'mail.refused' })
  })
})

test('without a mail server nobody is promised a mail', async () => {
  await set({ SMTPServer: '' })
  expect(await refusalOf(sendCode('later@example.com'))).toMatchObject({ code: 'mail.off' })
  const link = product.browser().client.sendResetLink({ query: { email: 'later@example.com' } })
  expect(await refusalOf(link)).toMatchObject({ code: 'mail.off' })
})
