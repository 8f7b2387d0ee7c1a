import { join } from 'node:path';
import { canRunJavaProgram, installJavaProgram, type JavaProgram, responds } from './maven.ts';

const KAFKA: JavaProgram = {
  title: 'Apache Kafka',
  name: 'kafka-4.3.1',
  goals: ['copy-dependencies'],
  options: ['-f', join(import.meta.dirname, '../../kafka/pom.xml'), '-DincludeScope=runtime'],
};

/** Whether Kafka can run on this machine as a Java program, and is installed or can be downloaded. */
export const canRunKafka = (): Promise<boolean> => canRunJavaProgram(KAFKA);

export const hasDocker = (): Promise<boolean> => responds('docker', 'info');

/** @returns the class path */
export const installKafka = async (): Promise<string> => join(await installJavaProgram(KAFKA), '*');
