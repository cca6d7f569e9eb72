import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { Option, OptionChange } from '../option.ts'
import { Readiness, Warnings } from '../status.ts'

const Nothing = z.null()

/** What the operator asks and sets. */
export const stationCalls = {
  getReadiness: {
    method: 'GET',
    path: '/api/readiness',
    access: 'root',
    changes: false,
    summary: 'What is left to do before the station can open.',
    reply: Readiness,
  },
  getWarnings: {
    method: 'GET',
    path: '/api/warnings',
    access: 'admin',
    changes: false,
    summary: 'What the operator should mend: rows that this node has noticed since its start.',
    reply: Warnings,
  },
  listOptions: {
    method: 'GET',
    path: '/api/option/',
    access: 'root',
    changes: false,
    summary: 'Every setting. Secrets come without their value.',
    reply: z.array(Option),
  },
  setOption: {
    method: 'PUT',
    path: '/api/option/',
    access: 'root',
    changes: true,
    summary: 'Sets one setting.',
    body: OptionChange,
    reply: Nothing,
  },
} as const satisfies Record<string, Endpoint>
