import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { Option, OptionChange } from '../option.ts'
import { Readiness, Status, Warnings } from '../status.ts'

const Nothing = z.null()
const Text = z.string()

export const site = {
  getStatus: {
    method: 'GET',
    path: '/api/status',
    access: 'public',
    changes: false,
    summary: 'What the frame needs to know of this site.',
    reply: Status,
  },
  getNotice: {
    method: 'GET',
    path: '/api/notice',
    access: 'public',
    changes: false,
    summary: 'The announcement, Markdown.',
    reply: Text,
  },
  getAbout: {
    method: 'GET',
    path: '/api/about',
    access: 'public',
    changes: false,
    summary: 'The about page: Markdown, HTML or an address.',
    reply: Text,
  },
  getHomePage: {
    method: 'GET',
    path: '/api/home_page_content',
    access: 'public',
    changes: false,
    summary: 'The home page that replaces the built-in one: Markdown, HTML or an address.',
    reply: Text,
  },
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
