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
 * A change of a thing: the same fields, each only when given. What a field is when nobody says
 * belongs to making the thing; zod's `partial()` alone would put it into every change too.
 */
export function changeOf<Shape extends z.core.$ZodLooseShape>(
  object: z.ZodObject<Shape>,
): z.ZodObject<ChangeShape<Shape>> {
  const fields = Object.entries(object.shape).map(([name, field]) => [
    name,
    z.optional(field instanceof z.ZodDefault ? field.unwrap() : field),
  ])
  // The entries are those of the shape, one by one.
  return z.object(Object.fromEntries(fields) as ChangeShape<Shape>)
}
