import { Navigate, useLocation, useSearchParams } from 'react-router'
import { NounPage } from '../../../noun/noun-page.tsx'
import { paths } from '../../../paths.ts'
import { gateway } from './gateway-noun.tsx'
import { order } from './order-noun.tsx'

/** The tab is in the address. Bookmarks of the family have it as the hash `#gateway`. */
export function PaymentPage() {
  const [query] = useSearchParams()
  const { hash } = useLocation()
  if (hash === '#gateway') return <Navigate to={paths.gateways} replace />
  return query.get('tab') === 'gateways' ? (
    <NounPage key="gateways" noun={gateway} />
  ) : (
    <NounPage key="orders" noun={order} />
  )
}
