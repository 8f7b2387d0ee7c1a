export const formatMs = (ms: number): string => (ms < 10 ? ms.toFixed(1) : ms.toFixed(0));

export const formatShare = (share: number): string => `${(share * 100).toFixed(0)} %`;
