import { describe, expect, it } from 'vitest'
import { bedrockKey } from './bedrock-key.ts'

const secret = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY'
const now = Date.parse('2026-11-23T01:02:03.456Z')
const signWith = (key: string, host = 'bedrock-runtime.eu-west-1.amazonaws.com') =>
  bedrockKey(
    { method: 'POST', url: new URL(`https://${host}/model/m`), headers: {}, body: null },
    key,
    now,
  )

describe('a key of Bedrock', () => {
  it.each([
    ['as ours is written', `AKIDEXAMPLE|${secret}|us-east-1`],
    ['with the region first', `us-east-1|AKIDEXAMPLE|${secret}`],
    ['with blanks', ` AKIDEXAMPLE | ${secret} | us-east-1`],
  ])('signs %s', (_, key) => {
    const headers = signWith(key)
    expect(headers).toEqual({
      'x-amz-date': '20261123T010203Z',
      authorization: signWith(`AKIDEXAMPLE|${secret}|us-east-1`)['authorization'],
    })
    expect(headers['authorization']).toContain('=AKIDEXAMPLE/20261123/us-east-1/bedrock/aws4_')
    expect(JSON.stringify(headers)).not.toContain(secret)
  })

  it.each([`AKIDEXAMPLE|${secret}|us-east-1|token`, `us-east-1|AKIDEXAMPLE|${secret}|token`])(
    'brings the token of its session: %s',
    (key) => expect(signWith(key)).toHaveProperty('x-amz-security-token', 'token'),
  )

  it('signs for the region of the address where it names none', () => {
    expect(signWith(`AKIDEXAMPLE|${secret}`)['authorization']).toContain('/eu-west-1/bedrock/')
    expect(signWith(`AKIDEXAMPLE|${secret}`, 'own.example')['authorization']).toContain(
      '/us-east-1/bedrock/',
    )
  })

  it.each(['ABSKQmVkcm9ja0FQSUtleQ', 'eu-west-1|ABSKQmVkcm9ja0FQSUtleQ'])(
    'that is one of its own goes as it is: %s',
    (key) => expect(signWith(key)).toEqual({ authorization: 'Bearer ABSKQmVkcm9ja0FQSUtleQ' }),
  )
})
