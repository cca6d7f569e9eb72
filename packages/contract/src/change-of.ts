import { z } from 'zod'

type ChangeShape<Shape extends z.core.$ZodLooseShape> = {
  [Field in keyof Shape]: z.ZodOptional<
    Shape[Field] extends z.ZodDefault<infer Inner extends z.ZodType>
      ? Inner
      : Shape[Field] extends z.ZodType
        ? Shape[Field]
        : never
  >
}

/**
 * Makes every field optional, without its default. Zod's `partial()` would keep the defaults, and so add them to every
 * change.
 */
export function changeOf<Shape extends z.core.$ZodLooseShape>(
  object: z.ZodObject<Shape>,
): z.ZodObject<ChangeShape<Shape>> {
  const fields = Object.entries(object.shape).map(([name, field]) => [
    name,
    z.optional(field instanceof z.ZodDefault ? field.unwrap() : field),
  ])
  return z.object(Object.fromEntries(fields) as ChangeShape<Shape>)
}
