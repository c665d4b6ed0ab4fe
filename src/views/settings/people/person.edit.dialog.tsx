export { EditPerson as default } from './person-forms'
