import { Refusal } from '@posthouse/contract/refusal'
import type { BodyRefusal } from './body-facts.ts'

/** Converts a refusal from plain data to the thrown form. */
export function refusalOf(refusal: BodyRefusal): Refusal {
  switch (refusal.code) {
    case 'request.bad-json':
      return new Refusal(refusal.code, refusal.params)
    case 'request.too-many-items':
    case 'request.too-many-members':
    case 'request.too-many-entries':
      return new Refusal(refusal.code, refusal.params)
    case 'model.required':
      return new Refusal(refusal.code, refusal.params)
    case 'model.field':
      return new Refusal(refusal.code, refusal.params)
  }
}
