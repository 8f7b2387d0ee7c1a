export { deleteDB, openDB } from 'idb';
