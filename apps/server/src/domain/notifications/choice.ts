import { NotificationChoice, notifyWays } from '@posthouse/contract/calls/notifications'

/** Of those who never chose: everything, by every way that there is. */
const everything: NotificationChoice = { low_balance: [...notifyWays], top_up: [...notifyWays] }

/** The stored choice of a user; empty: none was made. */
export function choiceFrom(stored: string): NotificationChoice {
  if (stored === '') return everything
  const read = NotificationChoice.safeParse(JSON.parse(stored))
  return read.success ? read.data : everything
}

export const choiceText = (choice: NotificationChoice): string => JSON.stringify(choice)
