export {
  answer,
  bytes,
  download,
  type Handler,
  type HandlerContext,
  handle,
  noContent,
  Reply,
  type RequestFacts,
  type Route,
  streamLines,
} from './handle.ts'
