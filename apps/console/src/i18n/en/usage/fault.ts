import type { texts as Zh } from '../../zh/usage/fault.ts'

/** Why a channel failed, by the code of the failure. */
export const texts: typeof Zh = {
  fault: {
    'rate-limited': 'Rate limited by the upstream',
    overloaded: 'The upstream is overloaded or failing',
    timeout: 'The upstream timed out',
    connection: 'No connection to the upstream',
    authentication: 'The upstream rejected the key',
    'out-of-credit': 'The upstream account is out of credit',
    'not-found': 'The upstream does not know the model or address',
    'broken-answer': 'The upstream sent an unreadable answer',
    'empty-answer': 'The upstream sent an empty answer',
    'bad-request': 'The upstream refused the request',
    'address-refused': 'The upstream address is not allowed',
    'client-left': 'The client disconnected',
    unreadable:
      'A stored secret cannot be opened with the secret key of this server; enter it again',
    'too-slow': 'Slower than the maximum response time',
    'no-balance': 'The balance is used up',
  },
}
