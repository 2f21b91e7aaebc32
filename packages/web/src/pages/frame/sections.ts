import {
  Archive,
  Building,
  Calendar,
  Clock,
  Database,
  Folder,
  Formula,
  House,
  type Icon,
  Key,
  Layers,
  Search,
  Settings,
  Share,
  Shield,
  Shortcut,
  Star,
  Tag,
  User,
  Users,
} from '../../ui/index.ts'

export interface Section {
  to: string
  label: SectionLabel
  icon: Icon
  /** One of these feature permissions is needed; `admin` means the Admin account type. */
  needs?: readonly string[]
}

type SectionLabel = `sections.${
  | 'home'
  | 'search'
  | 'mine'
  | 'shared'
  | 'workspaces'
  | 'recent'
  | 'favorites'
  | 'archive'
  | 'tagRequests'
  | 'accessRequests'
  | 'queries'
  | 'members'
  | 'teams'
  | 'accountTypes'
  | 'userAttributes'
  | 'connections'
  | 'models'
  | 'customFunctions'
  | 'tags'
  | 'credentials'
  | 'apiConnectors'
  | 'auditLog'
  | 'embedSandbox'
  | 'exports'
  | 'organization'}`

export const homeSections: readonly Section[] = [
  { to: '/', label: 'sections.home', icon: House },
  { to: '/search', label: 'sections.search', icon: Search },
  { to: '/recent', label: 'sections.recent', icon: Clock },
  { to: '/favorites', label: 'sections.favorites', icon: Star },
  { to: '/shared', label: 'sections.shared', icon: Share },
  { to: '/my-documents', label: 'sections.mine', icon: Folder },
]

export const archiveSection: Section = { to: '/archive', label: 'sections.archive', icon: Archive }

/** Shown to members who have requested a protected tag, or decide about one. */
export const requestsSection: Section = { to: '/tag-requests', label: 'sections.tagRequests', icon: Tag }

/** Shown to members who have requested access, or own something that was requested. */
export const accessRequestsSection: Section = { to: '/access-requests', label: 'sections.accessRequests', icon: Users }

export const dataSections: readonly Section[] = [{ to: '/models', label: 'sections.models', icon: Layers }]

export interface SectionGroup {
  label: `groups.${'people' | 'data' | 'content' | 'security' | 'organization'}`
  sections: readonly Section[]
}

export const administrationGroups: readonly SectionGroup[] = [
  {
    label: 'groups.people',
    sections: [
      { to: '/administration/members', label: 'sections.members', icon: User, needs: ['manage-members'] },
      { to: '/administration/teams', label: 'sections.teams', icon: Users, needs: ['manage-teams'] },
      { to: '/administration/account-types', label: 'sections.accountTypes', icon: Shield, needs: ['admin'] },
      {
        to: '/administration/user-attributes',
        label: 'sections.userAttributes',
        icon: Settings,
        needs: ['manage-user-attributes'],
      },
    ],
  },
  {
    label: 'groups.data',
    sections: [
      {
        to: '/administration/connections',
        label: 'sections.connections',
        icon: Database,
        needs: ['manage-connections'],
      },
      {
        to: '/administration/api-connectors',
        label: 'sections.apiConnectors',
        icon: Shortcut,
        needs: ['manage-api-connectors'],
      },
      { to: '/administration/queries', label: 'sections.queries', icon: Clock, needs: ['admin'] },
      { to: '/administration/custom-functions', label: 'sections.customFunctions', icon: Formula, needs: ['admin'] },
    ],
  },
  {
    label: 'groups.content',
    sections: [
      { to: '/administration/tags', label: 'sections.tags', icon: Tag, needs: ['admin'] },
      { to: '/administration/exports', label: 'sections.exports', icon: Calendar, needs: ['admin'] },
    ],
  },
  {
    label: 'groups.security',
    sections: [
      { to: '/administration/credentials', label: 'sections.credentials', icon: Key, needs: ['admin'] },
      { to: '/administration/embed-sandbox', label: 'sections.embedSandbox', icon: Shortcut, needs: ['admin'] },
      { to: '/administration/audit-log', label: 'sections.auditLog', icon: Clock, needs: ['admin'] },
    ],
  },
  {
    label: 'groups.organization',
    sections: [
      { to: '/administration/organization', label: 'sections.organization', icon: Building, needs: ['admin'] },
    ],
  },
]
