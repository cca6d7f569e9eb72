/** A row as the database takes it. */
export type SqlRow = Readonly<Record<string, string | number | bigint | null>>
