// The boundary that lets shared modules be settled before anything uses them.
void import('./bootstrap.tsx');
