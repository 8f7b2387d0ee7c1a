import './bootstrap.tsx';
