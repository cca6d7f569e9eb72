/** The HTTP status is 200 where the envelope alone reports the refusal. */
export type RefusalText = { readonly status: number; readonly zh: string; readonly en: string }
