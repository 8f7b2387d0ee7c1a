import { SELFIE_LIMITS } from '@qr-attendance/contracts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

export interface PlayingVideo {
  video: HTMLVideoElement;
  stream: MediaStream;
}
interface Props {
  stream: MediaStream | undefined;
  onPlaying: (playing: PlayingVideo) => void;
}

export const LiveVideo = ({ stream, onPlaying }: Props) => {
  const { t } = useTranslation('attendance');
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current && stream) video.current.srcObject = stream;
  }, [stream]);
  return (
    <video
      ref={video}
      aria-label={t('selfie.live')}
      autoPlay
      muted
      playsInline
      onLoadedData={({ currentTarget }) => stream && onPlaying({ video: currentTarget, stream })}
      className="selfie-video"
      style={{ aspectRatio: `${SELFIE_LIMITS.width} / ${SELFIE_LIMITS.height}` }}
    />
  );
};
