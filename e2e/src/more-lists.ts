import type { Plugin } from 'vite'

const numbered = /\?list=\d+$/
const folder = '../pages/kit/rider'

/** The gallery's list with its form so many times more, each a page with code and schemas of its own. */
export const moreLists = (count: number): Plugin => ({
  name: 'more-lists',
  enforce: 'pre',
  async resolveId(source, importer) {
    const number = numbered.exec(importer ?? '')?.[0]
    if (importer === undefined || number === undefined || !source.startsWith('./rider')) return null
    const file = await this.resolve(source, importer.replace(numbered, ''), { skipSelf: true })
    return file === null ? null : `${file.id}${number}`
  },
  transform(code, id) {
    if (!id.endsWith('/routes/panel-pages.ts')) return null
    const begin = 'panelPages: RouteObject[] = ['
    if (!code.includes(begin)) this.error('the pages of the panel stand somewhere else')
    const routes = Array.from({ length: count }, (_, number) => routeOf(number + 1))
    return { code: code.replace(begin, `${begin}${routes.join('')}`), map: null }
  },
})

const routeOf = (number: number): string => `{
  path: 'list-${number}',
  loader: guard('user'),
  lazy: page(
    ['form', 'rider', 'status', 'table'],
    async () => (await import('${folder}/rider-page.tsx?list=${number}')).RiderPage,
  ),
},`
