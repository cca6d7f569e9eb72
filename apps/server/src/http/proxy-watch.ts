import ipaddr from 'ipaddr.js'
import type { Log } from '../lib/log.ts'

/** A proxy in front of us that nobody named: everybody then has its address. */
export type ProxyWatch = {
  /** A request of a peer that is not trusted. */
  look(peer: string, headers: { readonly [name: string]: string | string[] | undefined }): void
  /** At the start nothing was seen yet, but an address over TLS means that something ends it before us. */
  expect(serverAddress: string, trusted: readonly unknown[]): void
  /** The first address of such a proxy since the start; null: none was seen. */
  readonly found: string | null
}

const forwards = ['x-forwarded-for', 'forwarded', 'x-real-ip']

/** Where proxies of one's own stand. A stranger can write the header too: that is no proxy to trust. */
const near = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'])

export function createProxyWatch(log: Pick<Log, 'warn'>): ProxyWatch {
  let found: string | null = null
  return {
    look(peer, headers) {
      if (found !== null || !forwards.some((name) => headers[name] !== undefined)) return
      if (!ipaddr.isValid(peer) || !near.has(ipaddr.process(peer).range())) return
      found = peer
      log.warn(
        { peer },
        'a proxy that TRUSTED_PROXIES does not name: all its clients count as one address, and the console believes that it is reached without TLS',
      )
    },
    expect(serverAddress, trusted) {
      if (trusted.length > 0 || !serverAddress.startsWith('https:')) return
      log.warn(
        { serverAddress },
        'ServerAddress is over TLS, which a proxy ends: name it in TRUSTED_PROXIES, or all clients count as one address',
      )
    },
    get found() {
      return found
    },
  }
}
