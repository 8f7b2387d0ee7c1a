// A remote has no page of its own; what it exposes is `remote.tsx`.
export {};
