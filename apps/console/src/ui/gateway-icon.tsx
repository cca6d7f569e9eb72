import {
  IconBrandAlipay,
  IconBrandWechat,
  IconCreditCard,
  type IconProps,
  IconWallet,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'

const drawn: Readonly<Record<string, ComponentType<IconProps>>> = {
  alipay: IconBrandAlipay,
  wechat: IconBrandWechat,
  card: IconCreditCard,
  wallet: IconWallet,
}

/** A way to pay: one of our own icons by its name, or the operator's picture. The name of the gateway stands beside it. */
export function GatewayIcon({
  icon,
  size = 24,
}: {
  readonly icon: string
  readonly size?: number
}) {
  const Drawn = Object.hasOwn(drawn, icon) ? drawn[icon] : undefined
  if (Drawn !== undefined) return <Drawn size={size} aria-hidden />
  return (
    <img
      src={icon}
      alt=""
      width={size}
      height={size}
      referrerPolicy="no-referrer"
      style={{ objectFit: 'contain', flexShrink: 0 }}
    />
  )
}
