import type { RefusalText } from './refusal-text.ts'

export const payments = {
  'payment.gateway-not-found': {
    status: 200,
    zh: '支付网关不存在',
    en: 'Payment gateway not found',
  },
  'payment.gateway-closed': {
    status: 200,
    zh: '该支付方式暂不可用，请选择其他方式',
    en: 'This way to pay is not available now. Choose another one',
  },
  'payment.gateway-failed': {
    status: 200,
    zh: '支付网关没有接受请求：{said}',
    en: 'The payment gateway did not take the request: {said}',
  },
  'payment.gateway-has-pending': {
    status: 200,
    zh: '还有待支付的订单，请先停用，等订单结束后再试',
    en: 'It has pending orders. Disable it, and try again when they have ended',
  },
  'payment.order-not-found': { status: 200, zh: '订单不存在', en: 'Order not found' },
  'payment.order-not-paid': { status: 200, zh: '订单尚未支付', en: 'The order is not paid' },
  'payment.order-paid': { status: 200, zh: '订单已支付', en: 'The order is paid already' },
  'payment.order-refunded': {
    status: 200,
    zh: '订单已退款',
    en: 'The order is refunded already',
  },
  'payment.too-many-pending': {
    status: 200,
    zh: '待支付的订单过多，请先支付或等待它们关闭',
    en: 'Too many orders are pending. Pay one, or wait until they close',
  },
  'payment.below-minimum': {
    status: 200,
    zh: '充值金额不能小于 {minimum}',
    en: 'Top up {minimum} or more',
  },
  'payment.nothing-to-pay': {
    status: 200,
    zh: '应付金额小于货币的最小单位，请增加充值金额',
    en: 'What is to be paid is less than the smallest coin. Top up more',
  },
  'payment.too-much-to-pay': {
    status: 200,
    zh: '应付金额过大，请减少充值金额',
    en: 'That is more than a gateway takes at once. Top up less',
  },
  'payment.own-gateway': {
    status: 200,
    zh: '该支付方式由管理员创建或修改过，不能为管理员充值。超级管理员可以在设置中允许',
    en: 'An administrator created or changed this payment method, so it credits no administrator. A super administrator can allow it in the settings',
  },
  'payment.refund-short': {
    status: 200,
    zh: '用户余额只剩 {left}，不足以扣回 {wanted}',
    en: 'The wallet has {left} left, less than the {wanted} to take back',
  },
  'payment.refund-under-way': {
    status: 200,
    zh: '该订单的退款请求正在进行，请等网关答复后再试',
    en: 'A refund request for this order is already running. Wait for the gateway’s answer',
  },
  'payment.refund-refused': {
    status: 200,
    zh: '支付网关拒绝退款：{said}。额度已还给用户',
    en: 'The payment gateway refused the refund: {said}. The user has the quota again',
  },
  'payment.notice': {
    status: 400,
    zh: '通知与订单不符',
    en: 'The notice does not match an order',
  },
} as const satisfies Record<string, RefusalText>
