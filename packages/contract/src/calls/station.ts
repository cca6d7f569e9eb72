import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { ServiceTrial, Setting, SettingChange, SettingChanges, testedServices } from '../setting.ts'
import { Readiness, Warnings } from '../status.ts'
import { Email } from '../user.ts'

const Nothing = z.null()

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
    access: 'admin',
    changes: false,
    summary: 'Every setting. Secrets come without their value.',
    reply: z.array(Setting),
  },
  setOption: {
    method: 'PUT',
    path: '/api/option/',
    access: 'admin',
    changes: true,
    summary: 'Sets one setting. Most are for super administrators.',
    body: SettingChange,
    reply: Nothing,
  },
  sendTestMail: {
    method: 'POST',
    path: '/api/option/test_mail',
    access: 'root',
    changes: true,
    summary: 'Sends a test e-mail and answers with the mail server’s own words.',
    body: z.object({ to: Email }),
    reply: z.object({ answer: z.string() }),
  },
  testService: {
    method: 'POST',
    path: '/api/option/test_service',
    access: 'root',
    changes: true,
    summary: 'Asks a service outside whether it takes the stored settings.',
    body: z.object({ service: z.enum(testedServices) }),
    reply: ServiceTrial,
  },
  setOptions: {
    method: 'PUT',
    path: '/api/option/many',
    access: 'admin',
    changes: true,
    summary: 'Sets several settings, or none of them. Faults are named by key.',
    body: SettingChanges,
    reply: Nothing,
  },
} as const satisfies Record<string, Endpoint>
