import { statementCalls } from '@posthouse/contract/calls/statements'
import type { User } from '@posthouse/contract/managed-user'
import { useState } from 'react'
import { download } from '../../api/download.ts'
import { useRead } from '../../api/use-call.ts'
import { monthOf, zone } from '../wallet/months.ts'
import { StatementView } from '../wallet/statement-section.tsx'

/** A user's statement, for administrators. */
export function UserStatement({ user }: { readonly user: User }) {
  const [month, setMonth] = useState(() => monthOf(new Date()))
  const query = { month, time_zone: zone() }
  const params = { id: String(user.id) }
  const asked = useRead(statementCalls, 'getStatement', { params, query }, { keep: true })
  return (
    <StatementView
      month={month}
      onMonth={setMonth}
      asked={asked}
      onDownload={() => download(statementCalls, 'exportStatement', { params, query })}
    />
  )
}
