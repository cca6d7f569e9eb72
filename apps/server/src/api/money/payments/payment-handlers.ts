import {
  createPaymentGateway,
  deletePaymentGateway,
  getPaymentGateway,
  listPaymentGateways,
  testPaymentGateway,
  updatePaymentGateway,
} from './gateway-calls.ts'
import {
  checkOrder,
  completeOrder,
  exportOrders,
  getOrder,
  listOrders,
  refundOrder,
  sumOrders,
} from './order-calls.ts'
import {
  checkOwnOrder,
  createOrder,
  getOrderStatus,
  getOwnOrder,
  listOwnOrders,
  listPaymentMethods,
  getOrderQuote,
  getOwnOrderEvents,
} from './own-order-calls.ts'

import {
  exportOwnStatement,
  exportStatement,
  getOwnStatement,
  getStatement,
} from './statement-calls.ts'

/** Calls of payments, orders and statements. */
export const paymentHandlers = {
  createPaymentGateway,
  deletePaymentGateway,
  getPaymentGateway,
  listPaymentGateways,
  testPaymentGateway,
  updatePaymentGateway,
  checkOrder,
  completeOrder,
  exportOrders,
  getOrder,
  listOrders,
  refundOrder,
  sumOrders,
  checkOwnOrder,
  createOrder,
  getOrderStatus,
  getOwnOrder,
  listOwnOrders,
  listPaymentMethods,
  getOrderQuote,
  getOwnOrderEvents,
  exportOwnStatement,
  exportStatement,
  getOwnStatement,
  getStatement,
}
