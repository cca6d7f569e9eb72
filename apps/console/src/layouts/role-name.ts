import { roles } from '@posthouse/contract/user'

/** Catalogue key of a role's label. */
export function roleName(role: number) {
  switch (role) {
    case roles.ordinary:
      return 'role.user'
    case roles.administrator:
      return 'role.admin'
    case roles.root:
      return 'role.root'
    default:
      return 'role.unknown'
  }
}
