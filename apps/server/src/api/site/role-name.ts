import type { Access } from '@posthouse/contract/endpoint'
import type { Language } from '@posthouse/contract/errors'

const names = {
  public: { zh: '访客', en: 'guest' },
  user: { zh: '登录用户', en: 'signed-in user' },
  admin: { zh: '管理员', en: 'administrator' },
  root: { zh: '超级管理员', en: 'super administrator' },
} as const satisfies Record<Access, Record<Language, string>>

/** The name of the required role in a refusal. */
export const roleName = (access: Access, language: Language): string => names[access][language]
