import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { listOf } from '../list.ts'
import { IdParams } from '../scalars.ts'
import * as group from '../users/managed-group.ts'

const Nothing = z.null()

export const groupCalls = {
  listUserGroups: {
    method: 'GET',
    path: '/api/user_group/',
    access: 'admin',
    changes: false,
    summary: 'User groups, with who and what names them.',
    query: group.GroupQuery,
    reply: listOf(group.ManagedGroup),
  },
  getUserGroup: {
    method: 'GET',
    path: '/api/user_group/:id',
    access: 'admin',
    changes: false,
    summary: 'One user group.',
    params: IdParams,
    reply: group.ManagedGroup,
  },
  createUserGroup: {
    method: 'POST',
    path: '/api/user_group/',
    access: 'admin',
    changes: true,
    summary: 'Creates a user group.',
    body: group.GroupInput,
    reply: group.ManagedGroup,
  },
  updateUserGroup: {
    method: 'PUT',
    path: '/api/user_group/',
    access: 'admin',
    changes: true,
    summary: 'Changes what is given of a user group, except its symbol.',
    body: group.GroupChange,
    reply: group.ManagedGroup,
  },
  switchUserGroup: {
    method: 'PUT',
    path: '/api/user_group/enable/:id',
    access: 'admin',
    changes: true,
    summary: 'Enables a disabled user group and disables an enabled one. Not the default group.',
    params: IdParams,
    reply: group.ManagedGroup,
  },
  deleteUserGroup: {
    method: 'DELETE',
    path: '/api/user_group/:id',
    access: 'admin',
    changes: true,
    summary: 'Deletes a user group that no user, channel or token names.',
    params: IdParams,
    reply: Nothing,
  },
} as const satisfies Record<string, Endpoint>
