import { useNavigate } from 'react-router'
import { signOut } from '../api/session.ts'
import { paths } from '../paths.ts'

/** Signs out from the public site, where there is nothing left to ask for. */
export function useLeave(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    await navigate(paths.home)
    await signOut()
  }
}
