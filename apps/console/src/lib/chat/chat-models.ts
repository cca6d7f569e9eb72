type Known = { readonly id: string; readonly chat_rank: number | null }

/** Chat models that can be called now, the one to suggest first. The server ranks them. */
export const callableModels = (models: readonly Known[]): readonly string[] =>
  models
    .flatMap(({ id, chat_rank: rank }) => (rank === null ? [] : [{ id, rank }]))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ id }) => id)
