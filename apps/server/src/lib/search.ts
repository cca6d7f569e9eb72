/** Makes text that a person typed mean itself inside LIKE … ESCAPE '\'. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (mark) => `\\${mark}`)
