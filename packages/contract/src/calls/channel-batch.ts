import { z } from 'zod'
import { BulkChanged, BulkDeleted } from '../bulk.ts'
import * as batch from '../channel/channel-batch.ts'
import type { Endpoint } from '../endpoint.ts'

export const channelBatchCalls = {
  listAzureChannels: {
    method: 'GET',
    path: '/api/channel/batch/azure_api',
    access: 'admin',
    changes: false,
    summary: 'Azure channels and their API versions.',
    reply: z.array(batch.AzureChannel),
  },
  changeAzureVersion: {
    method: 'PUT',
    path: '/api/channel/batch/azure_api',
    access: 'admin',
    changes: true,
    summary: 'Replaces the API version of Azure channels that still have the old one.',
    body: batch.AzureVersionChange,
    reply: BulkChanged,
  },
  listChannelsOffering: {
    method: 'GET',
    path: '/api/channel/batch/del_model',
    access: 'admin',
    changes: false,
    summary: 'Channels whose model list has exactly this name.',
    query: batch.OfferingQuery,
    reply: z.array(batch.OfferingChannel),
  },
  deleteChannelsModel: {
    method: 'PUT',
    path: '/api/channel/batch/del_model',
    access: 'admin',
    changes: true,
    summary: 'Deletes a model from channels that also offer others. Their mappings stay.',
    body: batch.ModelDeletion,
    reply: BulkChanged,
  },
  deleteDisabledChannels: {
    method: 'POST',
    path: '/api/channel/disabled/delete',
    access: 'admin',
    changes: true,
    summary: 'Deletes disabled channels.',
    body: batch.DisabledDeletion,
    reply: BulkDeleted,
  },
} as const satisfies Record<string, Endpoint>
