import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'

export const notifiedEvents = ['low_balance', 'top_up'] as const
export type NotifiedEvent = (typeof notifiedEvents)[number]

export const notifyWays = ['mail', 'telegram'] as const
export type NotifyWay = (typeof notifyWays)[number]

const Ways = z.array(z.enum(notifyWays)).max(notifyWays.length)
export const NotificationChoice = z.object({ low_balance: Ways, top_up: Ways })
export type NotificationChoice = z.output<typeof NotificationChoice>

export const notificationCalls = {
  getNotifications: {
    method: 'GET',
    path: '/api/user/notifications',
    access: 'user',
    changes: false,
    summary: 'Of what the caller is told, by which ways, and which ways there are now.',
    reply: z.object({ choice: NotificationChoice, ways: Ways }),
  },
  setNotifications: {
    method: 'PUT',
    path: '/api/user/notifications',
    access: 'user',
    changes: true,
    summary: 'Sets of what the caller is told, and by which ways.',
    body: NotificationChoice,
    reply: z.null(),
  },
} as const satisfies Record<string, Endpoint>
