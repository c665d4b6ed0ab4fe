import { defineCheckType } from '../check-type'
import { searchForm } from '../search-form'

export default defineCheckType({ key: 'elasticsearch', label: 'Elasticsearch', position: 10, form: searchForm })
