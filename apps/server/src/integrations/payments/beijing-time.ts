/** Alipay and WeChat Pay take times as those of Beijing, which has no summer time. */
const offsetMs = 8 * 3_600_000

/** `2026-01-31 23:59:59` */
export const beijingTime = (at: number): string =>
  new Date(at + offsetMs).toISOString().slice(0, 19).replace('T', ' ')

/** `2026-01-31T23:59:59+08:00` */
export const beijingStamp = (at: number): string => `${beijingTime(at).replace(' ', 'T')}+08:00`
