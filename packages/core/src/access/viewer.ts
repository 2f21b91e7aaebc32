/** The caller: the same object for a bearer token and a web session. */
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
   * How the caller is authenticated. `viewAs`: another member views the app as this one and changes nothing; `actorId` is that member.
   */
  via:
    | {
        kind: 'token'
        credentialId: string
        /** The administrator who acts as this member with an exchanged token. */
        actorId?: string
        /** The credential is read-only. */
        onlyReads?: true
      }
    | { kind: 'session' }
    /** A session inside another product's page, started with a token that the credential signed. */
    | {
        kind: 'embedSession'
        credentialId: string
        /** Unchanged when a session is renewed with a new token. */
        sessionId: string
        /** Epoch milliseconds at which running work is ended, unless the session was renewed in the meantime. */
        endsAt: number
        /** Id of the data platform access tokens that the host passed; absent for none. */
        oauthSession?: string
        /** The connection that tables and statements are read from, whichever the document names; absent: the document's own. */
        evalConnectionId?: string
      }
    | { kind: 'viewAs'; actorId: string }
    | JobVia
    /** A public embed, read without an account: no member, no team, no attributes. */
    | { kind: 'embed' }
}

/** Work that runs later with the rights of a member. */
export interface JobVia {
  kind: 'job'
  /** The connection of the embed session that created the job; see `embedSession`. */
  evalConnectionId?: string
}

/** The connection that an embed session and its jobs read from, whichever their documents name; undefined: the documents' own. */
export const namedConnection = ({ via }: Pick<Viewer, 'via'>): string | undefined =>
  via.kind === 'embedSession' || via.kind === 'job' ? via.evalConnectionId : undefined

/** A job that reads from this connection, whichever its documents name; undefined: the documents' own. */
export const jobOn = (evalConnectionId: string | undefined): JobVia =>
  evalConnectionId === undefined ? { kind: 'job' } : { kind: 'job', evalConnectionId }
