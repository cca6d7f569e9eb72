import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@posthouse/testkit/free-port'
import { startChild } from '../child.ts'
import type { Skipped, System } from './system.ts'

/** One process that forwards and does nothing else: what the machine can do at most. */
export async function startNginx(folder: string, upstreamPort: number): Promise<System | Skipped> {
  if (spawnSync('nginx', ['-v']).status !== 0) {
    return { name: 'nginx', skipped: 'no nginx was found' }
  }
  const port = await freePort()
  const place = join(folder, 'nginx')
  await mkdir(place, { recursive: true })
  const configuration = join(place, 'nginx.conf')
  await writeFile(configuration, configurationText(place, port, upstreamPort))
  // It says nothing when it is ready: whoever answers on the port is it.
  const child = await startChild(['nginx', '-p', place, '-c', configuration, '-e', 'stderr'], {
    core: 0,
    readyWhen: () => isListening(port),
  })
  return {
    name: 'nginx',
    port,
    headers: {},
    pids: [child.pid],
    [Symbol.asyncDispose]: () => child.stop(),
  }
}

const configurationText = (place: string, port: number, upstreamPort: number): string => `
daemon off;
master_process off;
pid ${place}/nginx.pid;
error_log stderr error;
events { worker_connections 16384; }
http {
  access_log off;
  client_max_body_size 16m;
  client_body_buffer_size 2m;
  client_body_temp_path ${place}/body;
  proxy_temp_path ${place}/proxy;
  fastcgi_temp_path ${place}/fastcgi;
  uwsgi_temp_path ${place}/uwsgi;
  scgi_temp_path ${place}/scgi;
  keepalive_requests 1000000000;
  upstream mock { server 127.0.0.1:${upstreamPort}; keepalive 4096; keepalive_requests 1000000000; }
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location / {
      proxy_pass http://mock;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_buffering off;
      proxy_read_timeout 3600s;
    }
  }
}
`

/** Waits until somebody accepts connections on a port. */
export async function isListening(port: number): Promise<boolean> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (await accepts(port)) return true
    await delay(50)
  }
  return false
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const done = (accepted: boolean): void => {
      socket.destroy()
      resolve(accepted)
    }
    socket.once('connect', () => done(true))
    socket.once('error', () => done(false))
  })
}
