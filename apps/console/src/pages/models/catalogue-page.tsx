import { useTranslation } from 'react-i18next'
import { Catalogue } from './catalogue.tsx'

/** In the console: the models of the reader's group. */
export function CataloguePage() {
  const { t } = useTranslation()
  return <Catalogue title={t('menu.model_price')} />
}
