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
    text: Type.String({ description: 'The text with the words; for a long text the part around them.' }),
    pageId: Type.Optional(Type.String({ description: 'The page, overlay or panel that it is on.' })),
    pageName: Type.Optional(Type.String()),
    elementId: Type.Optional(Type.String()),
    elementName: Type.Optional(Type.String()),
    columnId: Type.Optional(Type.String({ description: 'The column that the text belongs to.' })),
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
      description: 'The best eight matches, those with the most words first.',
    }),
    matchCount: Type.Integer({ description: 'The total number.' }),
  },
  { $id: 'SearchResult' },
)

export type SearchResults = Static<typeof SearchResults>
export const SearchResults = Type.Object(
  {
    entries: Type.Array(SearchResult),
    hasMore: Type.Boolean({ description: 'Whether more documents match; add words to narrow the search.' }),
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
    'Finds documents whose published version, name and description together contain the beginning of each word, ignoring case and accents. Documents that you open often or have opened recently come first, then documents that many others have opened. Archived documents, pages that are hidden from you and columns that you may not see are not found.',
  query: Type.Object({
    query: Type.String({ minLength: 1, maxLength: 500, description: 'Words, or beginnings of words.' }),
    typeFilters: Type.Optional(
      Type.Union([SearchedType, Type.Array(SearchedType)], { description: 'One type or a repeated key; absent: all.' }),
    ),
    most: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 50,
        default: 20,
        description: 'The largest number of documents to return: the best matches.',
      }),
    ),
  }),
  answers: { 200: SearchResults },
})

export const searchOperations = [searchContents] as const
