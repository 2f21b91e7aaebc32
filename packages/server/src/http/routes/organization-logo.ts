import { deleteOrganizationLogo, getOrganizationLogo, setOrganizationLogo } from '@octavo/core/contract'
import type { OrganizationLogo } from '../../services/pictures/organization-logo.ts'
import { bytes, handle, noContent, type Route } from '../handle.ts'
import { pictureHeaders } from './pictures.ts'

export const organizationLogoRoutes = ({ organizationLogo }: { organizationLogo: OrganizationLogo }): Route[] => [
  handle(getOrganizationLogo, async ({ viewer }) => {
    const logo = await organizationLogo.read(viewer)
    if (logo === null) return noContent()
    return bytes(logo.content, logo.mediaType, { ...pictureHeaders, 'cache-control': 'private, no-cache' })
  }),
  handle(setOrganizationLogo, async ({ viewer, body }) => {
    await organizationLogo.set(viewer, body.file)
    return {}
  }),
  handle(deleteOrganizationLogo, async ({ viewer }) => {
    await organizationLogo.remove(viewer)
    return {}
  }),
]
