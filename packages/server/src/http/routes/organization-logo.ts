import { deleteOrganizationLogo, getOrganizationLogo, setOrganizationLogo } from '@octavo/core/contract'
import type { OrganizationLogo } from '../../services/pictures/organization-logo.ts'
import { bytes, handle, type Route } from '../handle.ts'
import { pictureHeaders } from './pictures.ts'

export const organizationLogoRoutes = ({ organizationLogo }: { organizationLogo: OrganizationLogo }): Route[] => [
  handle(getOrganizationLogo, async ({ viewer }) => {
    const { content, mediaType } = await organizationLogo.read(viewer)
    return bytes(content, mediaType, { ...pictureHeaders, 'cache-control': 'private, no-cache' })
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
