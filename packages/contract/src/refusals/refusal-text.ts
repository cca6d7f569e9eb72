/** The HTTP status where it is not the envelope's 200, and the text in both languages. */
export type RefusalText = { readonly status: number; readonly zh: string; readonly en: string }
