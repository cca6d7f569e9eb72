import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { ModelModalities, modelOperations } from '../model-facts.ts'
import { CatalogueModel } from '../pricing/catalogue.ts'
import { Price } from '../pricing/price.ts'
import { Status } from '../status.ts'

const Text = z.string()

export const siteCalls = {
  getStatus: {
    method: 'GET',
    path: '/api/status',
    access: 'public',
    changes: false,
    summary: 'What the frame needs to know of this site.',
    reply: Status,
  },
  listServedModels: {
    method: 'GET',
    path: '/api/available_model',
    access: 'public',
    changes: false,
    summary: 'Models with a price that the caller, or a visitor, could call here, by name.',
    reply: z.record(
      z.string(),
      z.object({
        groups: z.array(z.string()),
        owned_by: z.string(),
        price: Price,
        operation: z.enum(modelOperations),
        ...ModelModalities.shape,
        context: z.number().int().nullable(),
      }),
    ),
  },
  listCatalogue: {
    method: 'GET',
    path: '/api/catalogue',
    access: 'public',
    changes: false,
    summary:
      "Models that the caller's group can call, or a visitor's could, with facts and prices at the ratio of the group.",
    reply: z.array(CatalogueModel),
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
} as const satisfies Record<string, Endpoint>
