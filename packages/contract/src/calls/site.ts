import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { Option, OptionChange } from '../option.ts'
import { Books, Readiness, Status } from '../status.ts'

const Nothing = z.null()
const Text = z.string()

export const site = {
  getStatus: {
    method: 'GET',
    path: '/api/status',
    access: 'public',
    summary: 'What the frame needs to know of this site.',
    reply: Status,
  },
  getNotice: {
    method: 'GET',
    path: '/api/notice',
    access: 'public',
    summary: 'The announcement, Markdown.',
    reply: Text,
  },
  getAbout: {
    method: 'GET',
    path: '/api/about',
    access: 'public',
    summary: 'The about page: Markdown, HTML or an address.',
    reply: Text,
  },
  getHomePage: {
    method: 'GET',
    path: '/api/home_page_content',
    access: 'public',
    summary: 'The home page that replaces the built-in one: Markdown, HTML or an address.',
    reply: Text,
  },
  getReadiness: {
    method: 'GET',
    path: '/api/readiness',
    access: 'root',
    summary: 'What is left to do before the station can open.',
    reply: Readiness,
  },
  getBooks: {
    method: 'GET',
    path: '/api/books',
    access: 'admin',
    summary: 'What an operator must see of the books: settlements that no database took.',
    reply: Books,
  },
  listOptions: {
    method: 'GET',
    path: '/api/option/',
    access: 'root',
    summary: 'Every setting. Secrets come without their value.',
    reply: z.array(Option),
  },
  setOption: {
    method: 'PUT',
    path: '/api/option/',
    access: 'root',
    summary: 'Sets one setting.',
    body: OptionChange,
    reply: Nothing,
  },
} as const satisfies Record<string, Endpoint>
