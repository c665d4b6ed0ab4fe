import type { ReadDocuments } from '../../server/platform/documents/document-reader'
import { parseDocuments } from '../../server/platform/documents/parse-documents'

/** Parses documents in the thread of the test. */
export const readDocumentsHere: ReadDocuments = async (text) => parseDocuments(text)
