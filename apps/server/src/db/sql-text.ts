/** Whether a statement changes nothing. One that is not understood counts as a write. */
export const readsOnly = (sql: string): boolean =>
  /^\s*\(?\s*(select|with|explain)\b/i.test(sql) &&
  !/\b(insert|update|delete|replace|for update|for share|pg_advisory\w*)\b/i.test(sql)
