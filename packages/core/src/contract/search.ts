import { type Static, Type } from 'typebox'
import { Timestamp, Words } from './common.ts'
import { operation } from './define.ts'
import { FileEntry } from './files.ts'

/** The parts of a document in which a search can find its words. */
export const searchParts = [
  'name',
  'description',
  'page',
  'title',
  'text',
  'column',
  'formula',
  'sql',
  'control',
] as const
export type SearchPart = (typeof searchParts)[number]

/** Kinds of documents that are searched. */
export const searchedTypes = ['workbook', 'template', 'data-model', 'dataset', 'report'] as const
export const SearchedType = Words(searchedTypes)

export type SearchMatch = Static<typeof SearchMatch>
export const SearchMatch = Type.Object(
  {
    part: Words(searchParts, {
      description:
        'The name or description of the document, the name of a page or overlay, the title of an element, a text that somebody wrote, the name or formula of a column, custom SQL, or the id of a control.',
    }),
    text: Type.String({ description: 'What holds the words; of a long text the part around them.' }),
    pageId: Type.Optional(Type.String({ description: 'The page, overlay or panel that it is on.' })),
    pageName: Type.Optional(Type.String()),
    elementId: Type.Optional(Type.String()),
    elementName: Type.Optional(Type.String()),
    columnId: Type.Optional(Type.String({ description: 'The column that it names, describes or computes.' })),
  },
  { $id: 'SearchMatch' },
)

export type SearchResult = Static<typeof SearchResult>
export const SearchResult = Type.Object(
  {
    ...FileEntry.properties,
    url: Type.String({ description: 'Where it opens in the browser.' }),
    lastOpenedAt: Type.Optional(Timestamp),
    matches: Type.Array(SearchMatch, {
      description: 'The best eight of them, those with the most of the words first.',
    }),
    matchCount: Type.Integer({ description: 'How many there are.' }),
  },
  { $id: 'SearchResult' },
)

export type SearchResults = Static<typeof SearchResults>
export const SearchResults = Type.Object(
  {
    entries: Type.Array(SearchResult),
    hasMore: Type.Boolean({ description: 'Whether more documents hold the words: more words find fewer.' }),
  },
  { $id: 'SearchResults' },
)

export const searchContents = operation({
  id: 'searchContents',
  method: 'GET',
  path: '/v2/search',
  tag: 'files',
  summary: 'Search in the contents of all documents that you can see',
  description:
    'Finds documents of which the published version, the name and the description together hold the beginning of each word, in any case and without regard to accents. What you open often or have opened lately comes first, then what many others have opened. Archived documents, pages that are hidden from you and columns that you may not see are not found.',
  query: Type.Object({
    query: Type.String({ minLength: 1, maxLength: 500, description: 'Words, or beginnings of words.' }),
    typeFilters: Type.Optional(
      Type.Union([SearchedType, Type.Array(SearchedType)], { description: 'One word or a repeated key; absent: all.' }),
    ),
    most: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 50,
        default: 20,
        description: 'How many documents are named: the best of them.',
      }),
    ),
  }),
  answers: { 200: SearchResults },
})

export const searchOperations = [searchContents] as const
