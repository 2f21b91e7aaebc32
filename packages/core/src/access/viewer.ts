/** Who asks: the same object for a bearer token and a web session. */
export interface Viewer {
  organizationId: string
  memberId: string
  email: string
  firstName: string
  lastName: string
  accountType: { id: string; name: string; permissions: readonly string[] }
  /** The built-in Admin account type. */
  isAdmin: boolean
  userKind: string
  teams: readonly { id: string; name: string }[]
  /** User attributes by name. */
  attributes: Readonly<Record<string, string>>
  /**
   * How they ask. `viewAs`: another member looks at things as this one and changes nothing; `actorId` names that member.
   */
  via:
    | {
        kind: 'token'
        credentialId: string
        /** The administrator who acts as this member by an exchanged token. */
        actorId?: string
        /** The credential may read and do nothing else. */
        onlyReads?: true
      }
    | { kind: 'session' }
    /** A session inside another product's page, which a token signed by the credential began. */
    | {
        kind: 'embedSession'
        credentialId: string
        /** The same for the tokens of a session that was renewed. */
        sessionId: string
        /** Epoch milliseconds: what was begun before is ended then, unless the session was renewed meanwhile. */
        endsAt: number
        /** Names the access tokens of data platforms that the host handed over; absent for none. */
        oauthSession?: string
      }
    | { kind: 'viewAs'; actorId: string }
    | { kind: 'job' }
    /** A public embed, which somebody without an account reads: no member, no team, no attributes. */
    | { kind: 'embed' }
}
