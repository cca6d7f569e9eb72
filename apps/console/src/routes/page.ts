import type { ComponentType } from 'react'
import { withTexts } from '../i18n/index.ts'
import type { Area } from '../i18n/zh-cn.ts'

/** A page with the texts that it shows, `shell` apart, which is always there. */
export function page(areas: readonly Area[], code: () => Promise<ComponentType>) {
  const load = withTexts(areas, code)
  return async () => ({ Component: await load() })
}
